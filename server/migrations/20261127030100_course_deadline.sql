-- A course can have a time until which it is to be finished; it stays open after it. Learners are reminded once for each kind and deadline.
alter table course add deadline_time timestamptz, add deadline_days integer;
comment on column course.deadline_time is 'to be finished until then, also by users who never opened it';
comment on column course.deadline_days is 'to be finished this many days after the user first opened it; with deadline_time the earlier of both counts';
create index course_deadline on course (id) where deadline_time is not null or deadline_days is not null;

create table course_remind (
  course_id bigint not null references course (id) on delete cascade,
  user_id bigint not null references sys_user (id) on delete cascade,
  kind text not null,
  due_time timestamptz,
  sent_time timestamptz not null,
  primary key (course_id, user_id, kind)
);
comment on table course_remind is 'The last reminder of each kind that a user got about a course.';
comment on column course_remind.kind is 'soon 3 days before the deadline, today on its day, overdue after it, manual sent by an administrator';
comment on column course_remind.due_time is 'the deadline of the reminder: another one is reminded of again';
