// Whether 发送通知 is offered for an exam or a course. The server decides.
import { can } from '../../kernel/access/permission.ts'

/** @param own the user made it: holders of notify:own notify its people */
export const mayNotify = ({ own }: { own: boolean }): boolean => can(own ? ['notify:send', 'notify:own'] : ['notify:send'])
