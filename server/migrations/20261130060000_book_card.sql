-- When a question of the wrong-answer book is to be asked again (FSRS); a question without a row is due at once.
create table book_card (
  user_id bigint not null references sys_user (id) on delete cascade,
  qu_id bigint not null,
  due timestamptz not null,
  stability double precision not null,
  difficulty double precision not null,
  scheduled_days integer not null,
  learning_steps smallint not null,
  reps integer not null,
  lapses integer not null,
  state smallint not null,
  last_review timestamptz not null,
  primary key (user_id, qu_id)
);
comment on table book_card is 'When a question of the wrong-answer book is to be asked again (FSRS); a question without a row is due at once.';
comment on column book_card.state is '0 new, 1 learning, 2 review, 3 relearning';
