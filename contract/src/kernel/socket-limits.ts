// Limits of sockets, for server and browser.

/** Per user and server process. */
export const socketLimits = {
  connections: 10,
  /** messages per second that are read; further ones are ignored */
  messages: 20,
  /** messages per second above which the socket is closed */
  flood: 100,
  /** bytes of one message; ws closes the socket with 1009 above */
  bytes: 1_024,
} as const

/** Codes with which the server closes a socket. */
export const SocketClose = {
  /** refused: wrong ticket, address, or no right */
  refused: 1008,
  /** the user opened more sockets than allowed; this one was the oldest */
  connections: 4008,
  /** the user sent too many messages */
  messages: 4029,
} as const
