/** How urgent a log line is, the least urgent first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Takes a log line; `source` names the room that speaks (`engine`, `rpc`, `mempool`). Never throws. */
export type Log = (level: LogLevel, source: string, message: string) => void

/** Drops every line. */
export const silentLog: Log = () => {}
