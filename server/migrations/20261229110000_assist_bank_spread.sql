-- A bank may be kept from the assistant, and an answer may get several opinions (docs/decisions/0232, 0233).
alter table repo add column assist boolean not null default true;
comment on column repo.assist is 'false: the assistant is sent nothing of this bank, and makes no questions for it';

alter table assist_mark
  -- how many opinions there were; the one in the middle is kept
  add column times smallint not null default 1,
  -- the highest score less the lowest, in 1/100 point
  add column spread integer not null default 0,
  -- by the words of the rubric lines, without a model
  add column by_rules boolean not null default false;
create index assist_mark_apart on assist_mark (exam_id, leaf, spread desc) where spread > 0;

-- the rubric for which the order was chosen; an earlier choice without it holds no longer
alter table assist_mark_early add column rubric_hash text not null default '';
