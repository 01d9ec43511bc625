-- A candidate may ask once for a decision on the answers of a paper that came too late.
set local lock_timeout = '5s';
alter table paper add column late_asked timestamptz;
