/** Style sheets are imported for their effect: the bundler gathers them into one file. */
declare module '*.css';
