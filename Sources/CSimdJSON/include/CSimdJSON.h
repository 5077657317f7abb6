#ifndef TRAVELOG_CSIMDJSON_H
#define TRAVELOG_CSIMDJSON_H

#ifdef __cplusplus
extern "C" {
#endif

int travelog_simdjson_placeholder(void);

#ifdef __cplusplus
}
#endif

#endif
