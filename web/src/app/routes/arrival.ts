// An arrival from a learning platform: what the link names opens at once, a profile that is due waits for the next sign-in.
import { getToken } from '../../kernel/call/token.ts'

const KEY = 'ltiArrival'
const markOf = (token: string) => token.slice(0, 16)

/** In this tab, until another session begins. */
export const noteArrival = (token: string): void => sessionStorage.setItem(KEY, markOf(token))

/** Whether the session of this tab came from a learning platform. */
export const hasArrived = (): boolean => getToken() !== '' && sessionStorage.getItem(KEY) === markOf(getToken())
