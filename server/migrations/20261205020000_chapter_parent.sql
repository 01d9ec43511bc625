-- Chapters of a bank may have sections: one level below a chapter (docs/decisions/0135).
alter table repo_chapter add parent_id bigint references repo_chapter (id);
create index repo_chapter_parent on repo_chapter (parent_id) where parent_id is not null;
comment on column repo_chapter.parent_id is 'The chapter of a section; null: a chapter.';
comment on table repo_chapter is 'Chapters of a bank, and their sections.';
