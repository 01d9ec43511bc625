-- An account whose password was given out in a list has to choose its own at the first sign-in.
alter table sys_user add column must_change_pass boolean not null default false;
comment on column sys_user.must_change_pass is 'the next session opens nothing but the choice of a new password';
