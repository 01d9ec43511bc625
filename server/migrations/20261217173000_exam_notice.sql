-- The notice that publishing sends goes out once for an exam.
alter table exam add column notice_time timestamptz;
comment on column exam.notice_time is 'When publishing sent the exam notice to the audience; null: not sent.';
