-- Exams and courses can be open to user groups. A group that is an audience cannot be deleted.
create table exam_group (
  exam_id bigint not null references exam (id) on delete cascade,
  group_id bigint not null references sys_group (id),
  primary key (exam_id, group_id)
);
create index exam_group_group on exam_group (group_id);
comment on table exam_group is 'Audience of an exam: user groups.';

create table course_group (
  course_id bigint not null references course (id) on delete cascade,
  group_id bigint not null references sys_group (id),
  primary key (course_id, group_id)
);
create index course_group_group on course_group (group_id);
comment on table course_group is 'Audience of a course: user groups.';

comment on column exam.open_type is '1 all, 2 departments, 3 users and members of groups, 9 password';
comment on column course.open_type is '1 all, 2 departments, 3 users and members of groups';
