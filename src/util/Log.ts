/** How urgent a log line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Takes a log line; `source` names the room that speaks (`engine`, `rpc`, `mempool`). Never throws. */
export type Log = (level: LogLevel, source: string, message: string) => void

/** Drops every line. */
export const silentLog: Log = () => {}
