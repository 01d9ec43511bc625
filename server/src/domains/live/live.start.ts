// Starts live lessons: broadcasts, replays, RTMP.
import type { Domain } from '../../kernel/domain.ts'
import { castPage } from './cast/cast.page.ts'
import { liveSocket } from './live.socket.ts'
import { livePlayPage } from './replay/play.page.ts'
import { liveReplays } from './replay/replay.service.ts'
import { notifyOfRooms } from './room/notice.service.ts'
import { startRtmp } from './rtmp/rtmp.service.ts'
import { startLiveSweeper } from './sweep.service.ts'

export const live: Domain = {
  start({ app, pages, background }) {
    liveReplays(app)
    notifyOfRooms(app)
    pages(liveSocket, castPage, livePlayPage)
    background(startLiveSweeper, startRtmp)
  },
}
