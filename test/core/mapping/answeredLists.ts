/** Lists of three applications, as their answers have them. */

/** Records with small numbers. */
export const articles = [
  { id: 4, title: 'The harbour', slug: 'harbour', published: '2024-03-01' },
  { id: 5, title: 'The river', slug: 'river', published: '2024-05-17' },
];

/** Records that their path names. */
export const folders = [
  { name: 'levels', path: 'levels', type: 'directory', created: '2026-11-20T08:12:44.120Z' },
  { name: 'tides', path: 'tides', type: 'directory', created: '2026-11-21T19:40:02.914Z' },
];

/** Records that only their name tells. */
export const packages = {
  objects: [
    { name: 'calendar-moon', about: 'Phases for every day' },
    { name: 'calendar-words', about: 'Dates in plain words' },
  ],
};
