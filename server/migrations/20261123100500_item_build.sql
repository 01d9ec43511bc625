-- How far the figures (paper_item) of papers from before that table have been built: one row, and done for good when no paper is left.
create table paper_item_build (
  id integer primary key default 1 check (id = 1),
  -- papers are gone through in the order of their ids
  done_to bigint not null default 0,
  done boolean not null default false
);
insert into paper_item_build default values;
