"""What rulings cite: the citator of many rulings, the table of authorities of one."""
