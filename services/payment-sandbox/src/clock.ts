export interface Clock {
  nowMs(): number;
}
