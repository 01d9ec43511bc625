-- A department has a leader, who sees its people without being an administrator.
set local lock_timeout = '5s';
alter table sys_depart add column leader_id bigint;
comment on column sys_depart.leader_id is 'The user who leads the department and those below it; null: none.';
alter table sys_depart add constraint sys_depart_leader_id_fkey foreign key (leader_id) references sys_user (id) on delete set null not valid;
create index sys_depart_leader on sys_depart (leader_id) where leader_id is not null;

create table stat_person (
  user_id bigint primary key references sys_user (id) on delete cascade,
  overdue integer not null,
  learning integer not null,
  exam_id bigint,
  exam_start timestamptz,
  exam_end timestamptz,
  paper_id bigint,
  passed boolean,
  cert_grant_id bigint,
  cert_end timestamptz,
  month date not null,
  learn_sec integer not null,
  count_time timestamptz not null
);
comment on table stat_person is 'What each person has to do and has done lately, counted by a job; leaders filter their people by it.';
comment on column stat_person.exam_id is 'The exam that is next for the person, with its times for them; null: none.';
comment on column stat_person.paper_id is 'The newest paper with a result that may be shown; null: none.';
comment on column stat_person.cert_grant_id is 'The certificate that ends first; null: none ends soon.';
comment on column stat_person.learn_sec is 'Learning seconds that counted in the month.';
create index stat_person_overdue on stat_person (overdue desc, user_id) where overdue > 0;

create table stat_team_remind (
  user_id bigint not null references sys_user (id) on delete cascade,
  kind text not null,
  ref_id bigint not null,
  sent_time timestamptz not null,
  primary key (user_id, kind, ref_id)
);
comment on table stat_team_remind is 'When leaders last reminded a person of an exam or a certificate; course_remind has the courses.';
