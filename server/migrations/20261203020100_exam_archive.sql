-- Old exams leave the lists (archived), and what the settings say of their records is removed later, by a job that notes how far it came.
alter table exam add column archived_at timestamptz;
alter table exam add column keep_listed boolean not null default false;
comment on column exam.archived_at is 'When it left the lists; null: it is in the lists.';
comment on column exam.keep_listed is 'Brought back by hand: the nightly job does not archive it again.';

create table paper_trimmed (
  exam_id bigint primary key references exam (id) on delete cascade,
  answer_log_at timestamptz,
  events_at timestamptz
);
comment on table paper_trimmed is 'Archived exams whose saves or watching events were removed, and when.';
