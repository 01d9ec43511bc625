-- The line of a learner's week: its goal, and whether the learner wants to see it. A learner without a row has the usual goal and sees it.
create table stat_pace (
  user_id bigint primary key references sys_user (id) on delete cascade,
  goal smallint not null check (goal between 1 and 7),
  shown boolean not null
);
comment on table stat_pace is 'The goal of a learner''s week, and whether they see the line of their week.';
comment on column stat_pace.goal is 'days of the week on which the learner wants to learn';
