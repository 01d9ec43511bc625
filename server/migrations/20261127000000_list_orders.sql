-- Orders of lists that sorted all their rows, and words that read a whole table.
set local lock_timeout = '5s';

create index if not exists qu_updated on qu (update_time, id) where not deleted;
create index if not exists qu_newest on qu (id desc) where not deleted;
create index if not exists qu_bank_updated on qu (repo_id, update_time, id) where not deleted;
create index if not exists sys_user_by_expiry on sys_user (expire_time, create_time, id);
create index if not exists sys_user_account_grams on sys_user using gin (sys_grams(user_name));
create index if not exists sys_real_state on sys_real (state, id);
create index if not exists sys_real_by_audit on sys_real (audit_time, id);
create index if not exists sys_real_by_name on sys_real (real_name, id);
create index if not exists train_newest on train (update_time, id);
create index if not exists exam_apply_audit on exam_apply (audit_time, id);
create index if not exists notify_log_title on notify_log using gin (title gin_trgm_ops);
