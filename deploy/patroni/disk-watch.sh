#!/bin/sh
# Beside Patroni on each machine: hands the leader's part over before its disk is full, since PostgreSQL stays leader while it cannot write.
# Variables: those of node.env; FREE_MB: the room below which it acts.
own="http://$PATRONI_RESTAPI_CONNECT_ADDRESS"
while sleep 2; do
  free=$(df -Pm "$PATRONI_POSTGRESQL_DATA_DIR" 2>/dev/null | awk 'NR == 2 { print $4 }')
  [ "${free:-9999}" -lt "${FREE_MB:-256}" ] || continue
  curl -sf -o /dev/null "$own/leader" || continue
  echo "disk-watch: $free MB free, handing over"
  curl -s -X POST -d "{\"leader\": \"$PATRONI_NAME\"}" "$own/switchover"
done
