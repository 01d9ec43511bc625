-- An activity may set a lowest score for prizes.
alter table activity add column prize_score integer not null default 0;
comment on column activity.prize_score is 'Lowest score, of 100, that wins a prize; a score of zero never does.';
