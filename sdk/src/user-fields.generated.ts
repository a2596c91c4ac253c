// generated, run npm run codegen

/** The fields of an upsert, and the rules of their values. */
export const userFields = {
  email: {"type":"email","pattern":"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$","maximum":254},
  externalUserId: {"type":"text","minimum":1,"maximum":255,"notDots":true},
  firstName: {"type":"text","minimum":1,"maximum":255,"isName":true},
  lastName: {"type":"text","minimum":1,"maximum":255,"isName":true},
  birthday: {"type":"date","nullable":true},
} as const;
