-- Overdue learning by department, counted beforehand: people who never opened a course are overdue too, and no index finds them.
create table stat_overdue (
  course_id bigint not null references course (id) on delete cascade,
  dept_code text not null,
  -- people of the department for whom the course is
  people integer not null,
  overdue integer not null,
  -- of the overdue: who has not opened the course
  unopened integer not null,
  -- the deadline for all; null where only days from the first opening count
  due_time timestamptz,
  count_time timestamptz not null,
  primary key (course_id, dept_code)
);
create index stat_overdue_depart on stat_overdue (dept_code);
create index stat_overdue_many on stat_overdue (overdue desc, course_id, dept_code);
comment on table stat_overdue is 'People by course and department who have not finished by the deadline, counted by a job.';
