-- The type of an exam, for filters and lists.
alter table exam add exam_type smallint not null default 0;
comment on column exam.exam_type is 'value of the dictionary exam_type; 0 none';
