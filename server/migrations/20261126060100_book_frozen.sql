-- The wrong-answer book shows the question that was answered, also after the bank has changed or deleted it. Each answered version is stored
-- once for all learners. Rows of earlier releases get their version from the job book.freeze; the key to qu would delete rows with a bank.
set local lock_timeout = '5s';
create table book_frozen (
  qu_id bigint not null,
  version integer not null,
  qu_type smallint not null,
  title text not null,
  shown jsonb not null,
  key jsonb not null,
  primary key (qu_id, version)
);
comment on table book_frozen is 'Questions of the wrong-answer book as they were answered, in the letters of the bank, one row per version.';
create table book_freeze (
  id integer primary key default 1 check (id = 1),
  done_to bigint not null default 0
);
comment on table book_freeze is 'Progress of the background job that gives rows of book_qu from earlier releases their version.';
insert into book_freeze default values;
alter table book_qu add column version integer;
alter table book_qu drop constraint book_qu_qu_id_fkey;
