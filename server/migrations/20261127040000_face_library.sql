-- The library of faces: what a person's pictures are compared with, the consent to it, and pictures sent by a phone for another device.
create table sys_face (
  id bigint primary key,
  url text not null,
  provider text not null default '',
  model text not null default '',
  vector text not null default '',
  vendor_id text not null default '',
  width integer not null default 0,
  source text not null check (source in ('real', 'admin', 'import')),
  state smallint not null default 1 check (state in (0, 1, 2)),
  problem text not null default '',
  create_time timestamptz not null,
  update_time timestamptz not null
);
comment on table sys_face is 'One face per user, for comparisons; id is the id of the user, without a foreign key: after the account the picture and the copy at a service are deleted too.';
comment on column sys_face.vector is 'sealed: numbers of the local comparison; empty with an outside service';
comment on column sys_face.vendor_id is 'the id of the face at an outside service';
comment on column sys_face.source is 'real passed real-name check, admin an administrator, import a zip archive';
comment on column sys_face.state is '0 in use, 1 waits for enrolment, 2 refused';
comment on column sys_face.problem is 'why it was refused';
create index sys_face_state on sys_face (state, id);
create index sys_face_provider on sys_face (provider, model, id);

create table sys_face_consent (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  content text not null,
  give boolean not null,
  ip text not null default '',
  create_time timestamptz not null
);
comment on table sys_face_consent is 'Consents of users to the comparison of their face, and withdrawals; the newest counts.';
comment on column sys_face_consent.content is 'the text that was shown';
comment on column sys_face_consent.give is 'false: withdrawn';
create index sys_face_consent_user on sys_face_consent (user_id, id desc);

create table sys_face_challenge (
  hash bytea primary key,
  user_id bigint references sys_user on delete cascade,
  user_name text not null default '',
  actions text[] not null,
  ip text not null,
  expire_time timestamptz not null
);
comment on table sys_face_challenge is 'Challenges of a sign-in by face: turns in a random order, used once.';
create index sys_face_challenge_expire on sys_face_challenge (expire_time);

create table sys_cam_hand (
  hash bytea primary key,
  user_id bigint not null references sys_user on delete cascade,
  purpose text not null,
  picture text not null default '',
  create_time timestamptz not null,
  expire_time timestamptz not null
);
comment on table sys_cam_hand is 'Keys by which a phone sends one picture to the page of its user on another device.';
comment on column sys_cam_hand.picture is 'private key of the picture; empty until it was sent';
create index sys_cam_hand_expire on sys_cam_hand (expire_time);
