// Where the cloud service reports streams and recordings.
import { callback, endpoints } from '../kernel/endpoint.ts'

export const liveNotify = endpoints('live/notify', {
  stream: callback({ title: '推流状态通知', get: true }),
  record: callback({ title: '录制文件通知' }),
})
