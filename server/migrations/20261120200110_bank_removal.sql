-- A bank without questions may go, and with it what was removed from it earlier; templates still hold on to what they name.
alter table qu
  drop constraint qu_repo_id_fkey,
  add constraint qu_repo_id_fkey foreign key (repo_id) references repo (id) on delete cascade;
alter table qu_version
  drop constraint qu_version_qu_id_fkey,
  add constraint qu_version_qu_id_fkey foreign key (qu_id) references qu (id) on delete cascade;
