-- The list of recordings finds its rows without the papers: by person, by time, and by the day of deletion.
alter table paper_record
  add column user_id bigint;
comment on column paper_record.user_id is 'the candidate, as in the paper';
update paper_record set user_id = paper.user_id from paper where paper.id = paper_record.paper_id;
-- no release has this table yet: it is empty, or nearly so
-- squawk-ignore adding-not-nullable-field
alter table paper_record alter column user_id set not null;
create index paper_record_user on paper_record (user_id, paper_id);
create index paper_record_time on paper_record (create_time, paper_id);
