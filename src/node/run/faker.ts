/** What is used of faker; a file of its own in `dist/`, see `scripts/bundle`. */
export { faker } from '@faker-js/faker/locale/en';
