-- Face checks and captures while a course is learnt.
alter table course add column face_check boolean not null default false;
alter table course add column face_interval integer not null default 0;
alter table course add column face_chance integer not null default 3;
comment on column course.face_check is 'a face check before the course, once a day';
comment on column course.face_interval is 'minutes between two captures; 0 none';
comment on column course.face_chance is 'consecutive failures that end the learning';

create table course_face (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  course_id bigint not null references course on delete cascade,
  file_id bigint references course_file on delete set null,
  kind smallint not null check (kind in (1, 2)),
  passed boolean not null,
  score real,
  reason text not null default '',
  url text not null default '',
  create_time timestamptz not null
);
comment on table course_face is 'Face checks before a course and captures while it is learnt.';
comment on column course_face.kind is '1 check, 2 capture';
comment on column course_face.reason is 'empty, grey near the threshold, or why it did not pass; unenrolled and down count against nobody';
create index course_face_course on course_face (course_id, kind, id desc);
create index course_face_user on course_face (user_id, kind, id desc);
create index course_face_kind on course_face (kind, id desc);
create index course_face_time on course_face (create_time);

create table course_face_state (
  user_id bigint not null references sys_user on delete cascade,
  course_id bigint not null references course on delete cascade,
  check_time timestamptz,
  fails integer not null default 0,
  due_time timestamptz,
  blocked_until timestamptz,
  primary key (user_id, course_id)
);
comment on table course_face_state is 'Where a learner stands with the face checks of a course.';
comment on column course_face_state.check_time is 'the last passed check';
comment on column course_face_state.fails is 'consecutive failed captures';
comment on column course_face_state.due_time is 'when the next capture is expected';
comment on column course_face_state.blocked_until is 'after too many failures the course cannot be opened until then';
