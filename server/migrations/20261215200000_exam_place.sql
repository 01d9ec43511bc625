-- Where an exam on paper is held; candidates see it in the list and on their home page.
alter table exam add column place text not null default '';
