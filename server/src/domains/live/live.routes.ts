// /api/live/room, and the reports of the cloud service
import { liveNotify } from '@shuyuan/contract/live/live-notify.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { serve } from '../../kernel/endpoint.ts'
import { exportAttendance, pageAttendance } from './room/attendance.service.ts'
import { chatOf, hideMsg, muteUser, sayInRoom, setChatRule } from './chat/chat.service.ts'
import { beatRoom, enterRoom } from './host/enter.service.ts'
import { findPushUrl, startRoom, stopRoom } from './host/host.service.ts'
import { takeRecord, takeStream } from './notify.service.ts'
import { countRoomReach, notifyOfRoom } from './room/notice.service.ts'
import { deleteRooms, findRoom, pageRooms, saveRoom, setReplay } from './room/room.service.ts'

export default [
  ...serve(liveRoom, {
    paging: pageRooms,
    detail: findRoom,
    save: saveRoom,
    reach: countRoomReach,
    notify: notifyOfRoom,
    delete: deleteRooms,
    'push-url': findPushUrl,
    start: startRoom,
    stop: stopRoom,
    enter: enterRoom,
    beat: beatRoom,
    chat: chatOf,
    say: sayInRoom,
    hide: hideMsg,
    mute: muteUser,
    'chat-rule': setChatRule,
    attendance: pageAttendance,
    export: exportAttendance,
    replay: setReplay,
  }),
  ...serve(liveNotify, { stream: takeStream, record: takeRecord }),
]
