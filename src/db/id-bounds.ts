/** No id lies before or beyond these. */
export const [firstId, lastId] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];
