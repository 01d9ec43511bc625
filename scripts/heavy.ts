// Test files that need no browser and take long: whole clusters, encoders, servers that are killed, ten thousand rows. `npm test` runs them
// beside the browser tests, where the processors wait for pages. One file a line, the longest first.
export const heavy = [
  'server/test/fuzz/fuzz.test.ts',
  'server/src/domains/live/rtmp/rtmp-restart.test.ts',
  'server/src/kernel/backup/point-in-time.test.ts',
  'server/src/kernel/backup/backup.test.ts',
  'server/src/domains/activity/settle.test.ts',
  'server/src/domains/live/cast/live-cast.test.ts',
  'server/src/domains/live/rtmp/rtmp.test.ts',
  'server/src/kernel/postgres/replica.test.ts',
  'server/src/kernel/postgres/hosts.test.ts',
  'server/src/kernel/postgres/postgres.test.ts',
  'server/src/domains/pay/order/killed.test.ts',
  'server/src/domains/course/file/transcode.test.ts',
  'server/src/domains/qu/import/import.test.ts',
  'server/src/domains/qu/import/stage.test.ts',
  'server/src/domains/people/user/user-import.test.ts',
  'server/test/upgrade.test.ts',
]
