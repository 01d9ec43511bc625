// /api/sys/user/session and the tickets of /api/socket
import { session } from '@shuyuan/contract/session/own-session.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { serve } from '../../kernel/endpoint.ts'
import { endOneSession, listOwnSessions } from './own-session.service.ts'
import { giveTicket } from './ticket.service.ts'

export default [...serve(session, { list: listOwnSessions, end: endOneSession }), ...serve(socket, { ticket: giveTicket })]
