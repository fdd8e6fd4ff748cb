/** Log levels, the least urgent first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes a log line. `source` names the part of the program (`engine`, `rpc`, `mempool`). Never throws. */
export type Log = (level: LogLevel, source: string, message: string) => void

/** A log that drops every line. */
export const silentLog: Log = () => {}
