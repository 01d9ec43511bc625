-- The number of players of an activity is kept: every list and every start of a try counted all results.
set local lock_timeout = '5s';
create table activity_players (
  activity_id bigint not null references activity (id) on delete cascade,
  -- of sixteen, by the user: hand-ins of the same second do not wait for one row
  slot smallint not null,
  players integer not null,
  primary key (activity_id, slot)
);
comment on table activity_players is 'How many players of an activity have a result, in sixteen parts.';

create function activity_players_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into activity_players (activity_id, slot, players) values (new.activity_id, new.user_id % 16, 1)
    on conflict (activity_id, slot) do update set players = activity_players.players + 1;
  else
    update activity_players set players = players - 1 where activity_id = old.activity_id and slot = old.user_id % 16;
  end if;
  return null;
end $$;

-- at the end of the transaction: the row is locked only for the commit
create constraint trigger activity_best_players after insert or delete on activity_best
  deferrable initially deferred for each row execute function activity_players_count();

-- the trigger keeps writers out until the end of this transaction
insert into activity_players (activity_id, slot, players) select activity_id, user_id % 16, count(*) from activity_best group by 1, 2;
