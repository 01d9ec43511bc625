// /api/course/room
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { findSummary, listPeople, pageRooms, pageSeats } from './desk.service.ts'
import { calendarFile, cancel, enrol, findOwn } from './own.service.ts'
import { exportSeats } from './room-export.service.ts'
import { setPeople } from './set.service.ts'
import { findSetting, listTeachers, saveRoom } from './setting.service.ts'
import { showCode, sign } from './sign.service.ts'

export default serve(courseRoom, {
  save: saveRoom,
  setting: findSetting,
  teachers: listTeachers,
  detail: findOwn,
  enrol,
  cancel,
  sign,
  calendar: calendarFile,
  paging: pageRooms,
  code: showCode,
  list: pageSeats,
  summary: findSummary,
  people: listPeople,
  set: setPeople,
  export: exportSeats,
})
