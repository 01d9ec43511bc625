-- How long no page of a paper was online before a page load: the only sign of a browser that was killed.
set local lock_timeout = '5s';
alter table paper_session add column away_seconds int;
comment on column paper_session.away_seconds is 'Seconds since the last sign of an earlier page of the same sign-in session; null: the first page load, or a takeover.';
