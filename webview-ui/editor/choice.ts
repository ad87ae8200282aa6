/** One of several values of a member: what it is in the file, and what people call it. */
export type Choice = readonly [value: string, title: string];
