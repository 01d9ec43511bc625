// /api/sys/user/msg and the tickets of /api/socket
import { socket } from '@shuyuan/contract/socket/socket.ts'
import { msg } from '@shuyuan/contract/sys/user/msg.ts'
import { serve } from '../../kernel/endpoint.ts'
import { countOwnUnread, deleteOwnMsgs, markOwnRead, pageOwnMsgs, readOwnMsg } from './msg.service.ts'
import { giveTicket } from './ticket.service.ts'

export default [
  ...serve(msg, {
    paging: pageOwnMsgs,
    'detail-for-read': readOwnMsg,
    'count-unread': countOwnUnread,
    'mark-read': markOwnRead,
    'user-delete': deleteOwnMsgs,
  }),
  ...serve(socket, { ticket: giveTicket }),
]
