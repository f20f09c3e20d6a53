/* One way in which programs announce regions: what the contract suite of the modules needs of it.
 * Each file announcer_NAME implements it with the real calls of NAME; known_regions.c calls it. */
#ifndef ANNOUNCER_H
#define ANNOUNCER_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct announcer {
    const char* name;
    /* Before and after all others; may be null. */
    void (*start)(int* argc, char*** argv);
    void (*finish)(void);
    /* Calls the function inside a region of that name. Where a region is named by the code that
     * announces it, the name is "outer", "inner" or "between". */
    void (*within)(const char* name, void (*call)(void*), void* argument);
    /* Announces an end that had no begin; null where the interface has none. */
    void (*end_without_begin)(void);
} announcer;

/* Those that this program is linked with; null ends the list. */
extern const announcer* const announcers[];

#ifdef __cplusplus
}
#endif

#endif
