-- More time for some people of a course.
create table course_extra (
  course_id bigint not null references course (id) on delete cascade,
  user_id bigint not null references sys_user (id) on delete cascade,
  due_time timestamptz not null,
  create_by bigint not null,
  create_time timestamptz not null,
  primary key (course_id, user_id)
);
comment on table course_extra is 'People who may learn a course for longer, and until when they are to finish it.';
comment on column course_extra.due_time is 'replaces an earlier deadline of the course, and its end';
create index course_extra_user on course_extra (user_id);
