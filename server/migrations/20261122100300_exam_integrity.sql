-- Integrity of a running exam: what each signal leads to, one timeline per paper, seconds per question, the secured browser.
alter table exam
  -- {kind: ignore | warn | flag | force}; what is not named has its default
  add column signals jsonb not null default '{}',
  -- how many signals of one kind `force` waits for; leaves and pictures have limits of their own
  add column signal_limit integer not null default 3,
  -- seconds for one question in step mode; 0: no limit
  add column qu_seconds integer not null default 0,
  -- the candidate's name over the questions
  add column watermark boolean not null default false,
  add column anti_debug boolean not null default false,
  -- off or required: Safe Exam Browser
  add column seb text not null default 'off';

alter table paper
  -- events that the exam wants looked at
  add column flag_times integer not null default 0,
  -- frozen at the start, as step_mode is
  add column qu_seconds integer not null default 0,
  -- where the page that holds the pen was last heard from
  add column live_ip text not null default '';

-- beyond leave and face: every event of the paper's timeline that no other table holds
alter table paper_event
  -- what it led to: ignore, warn, flag or force; empty for what is no signal
  add column verdict text not null default '',
  add column message text not null default '',
  add column data jsonb not null default '{}',
  -- who did it, where it was not the candidate; null: nobody in particular
  add column act_by bigint;
create index paper_event_time on paper_event (paper_id, create_time, id);

-- one row for each question of a paper that was looked at
create table paper_qu_time (
  paper_id bigint not null references paper (id) on delete cascade,
  qu_id bigint not null,
  -- active seconds as the page counted them, never more than the paper lasted
  seconds integer not null default 0,
  -- the report that was counted last
  last_event text not null default '',
  -- since when its own time runs; null where questions have none
  shown_time timestamptz,
  primary key (paper_id, qu_id)
);
