/** The number of events that fit into one body of 100 keys and 32 KB, whatever their length. */
export const eventBatchSize = 7;

/** The longest path of an event, in characters. */
export const eventPathLength = 200;
