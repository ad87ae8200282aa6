/** One of several values of a member: its value in the file, and its label in the language of the page. */
export type Choice = readonly [value: string, title: () => string];
