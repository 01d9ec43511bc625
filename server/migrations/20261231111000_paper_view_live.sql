-- The log of looks at recordings says which were live, and which were replays.
alter table paper_view
  add column live boolean;
comment on column paper_view.live is 'true: the newest minute of a track that was being recorded; false: a replay or an export; null: from before this was noted';
