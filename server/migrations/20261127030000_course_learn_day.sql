-- Learning time by day: course_file_learn has only sums, and its rows are changed with every report, so a week cannot be read from it.
create table course_learn_day (
  day date not null,
  user_id bigint not null references sys_user (id),
  course_id bigint not null references course (id),
  sec integer not null,
  primary key (day, user_id, course_id)
);
comment on table course_learn_day is 'Counted learning seconds of each user and course by day of the site''s time zone.';
comment on column course_learn_day.sec is 'seconds that counted';
